import { InvalidArgumentError } from 'commander';
import type { Report } from '../../report/model';

type Context = NonNullable<Report['context']>;

/** Texts that stand in a comment as they are. An address with a user or a password is none of these. */
const forms: Readonly<Record<keyof Context, RegExp>> = {
  commit: /^[0-9a-f]{7,64}$/,
  run: /^https?:\/\/[\w.~:/?#%&=+,;-]{1,500}$/,
  report: /^https?:\/\/[\w.~:/?#%&=+,;-]{1,500}$/,
};

const isName = (name: string): name is keyof Context => Object.hasOwn(forms, name);

/** Parses one `--context NAME=VALUE`. */
export function contextWith(text: string, before: Context = {}): Context {
  const [name = '', ...rest] = text.split('=');
  const value = rest.join('=');
  if (isName(name) && forms[name].test(value)) return { ...before, [name]: value };
  throw new InvalidArgumentError(
    'It takes commit=SHA, run=URL or report=URL, each with an option of its own.',
  );
}
