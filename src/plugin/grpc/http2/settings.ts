import { frame } from './frames';
import { FrameType } from './protocol';

/** Two bytes of identifier, four of value. */
const entryLength = 6;

/** Returns the peer's settings by identifier. */
export function readSettings(payload: Buffer): ReadonlyMap<number, number> {
  const settings = new Map<number, number>();
  for (let at = 0; at < payload.length; at += entryLength)
    settings.set(payload.readUInt16BE(at), payload.readUInt32BE(at + 2));
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
