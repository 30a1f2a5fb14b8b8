import { frame } from './frames';
import { ConnectionError, defaultFrameSize, ErrorCode, FrameType, Setting } from './protocol';

/** Two bytes of identifier, four of value. */
const entryLength = 6;

const largestFrameSize = 2 ** 24 - 1;

/** Returns the peer's settings by identifier. Throws a ConnectionError for invalid ones. */
export function readSettings(payload: Buffer): ReadonlyMap<number, number> {
  if (payload.length % entryLength !== 0)
    throw new ConnectionError(ErrorCode.frameSizeError, 'SETTINGS are cut off');
  const settings = new Map<number, number>();
  for (let at = 0; at < payload.length; at += entryLength)
    settings.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
  const frameSize = settings.get(Setting.maximumFrameSize) ?? defaultFrameSize;
  if (frameSize < defaultFrameSize || frameSize > largestFrameSize)
    throw new ConnectionError(ErrorCode.protocolError, 'SETTINGS_MAX_FRAME_SIZE is out of range');
  return settings;
}

export function settingsFrame(settings: Readonly<Record<number, number>>): Buffer {
  const entries = Object.entries(settings);
  const payload = Buffer.allocUnsafe(entryLength * entries.length);
  for (const [index, [number, value]] of entries.entries()) {
    payload.writeUInt16BE(Number(number), entryLength * index);
    payload.writeUInt32BE(value, entryLength * index + 2);
  }
  return frame(FrameType.settings, 0, 0, payload);
}
