export interface LogLine {
  /** ISO 8601, with milliseconds. */
  readonly time: string;
  readonly level: string;
  /** Who speaks, for example `provider.terraform-provider-svc_v0.1.0`; empty for Terraform's core. */
  readonly module: string;
  readonly message: string;
}

const beginning =
  /^(\d{4}-\d\d-\d\dT\S+) \[(TRACE|DEBUG|INFO|WARN|ERROR)\]\s+(?:(provider(?:\.[\w.-]+)?): )?(.*)$/;

/** Reads what TF_LOG wrote. A line that begins no entry (a stack, a dumped value) belongs to the one before it. */
export function parseLog(text: string): readonly LogLine[] {
  const lines: LogLine[] = [];
  for (const line of text.split('\n')) {
    const [, time, level, module = '', message] = beginning.exec(line) ?? [];
    if (time !== undefined && level !== undefined && message !== undefined) {
      lines.push({ time, level, module, message });
      continue;
    }
    const last = lines.pop();
    if (last !== undefined) lines.push(line === '' ? last : { ...last, message: `${last.message}\n${line}` });
  }
  return lines;
}
