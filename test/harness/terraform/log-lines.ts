export interface LogLine {
  /** ISO 8601, with milliseconds. */
  readonly time: string;
  readonly level: string;
  /** The source, for example `provider.terraform-provider-svc_v0.1.0`; empty for Terraform's core. */
  readonly module: string;
  readonly message: string;
}

const beginning =
  /^(\d{4}-\d\d-\d\dT\S+) \[(TRACE|DEBUG|INFO|WARN|ERROR)\]\s+(?:(provider(?:\.[\w.-]+)?): )?(.*)$/;

/**
 * Parses the output of TF_LOG. A line that starts no entry (a stack trace, a dumped value) belongs to the entry
 * before it.
 */
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
