import { chmod, mkdir, readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { type LockOptions, lock } from 'proper-lockfile';
import { removeUnfinished, replaceFile } from '../../files/replace-file';
import { normalizedAddress } from '../contract/base-url';
import { arrayOf, type Decoder, nonEmptyText, nullable, object, text } from '../contract/decode';
import { type LoginIdentity, UnusableLogins } from '../errors';
import type { Tokens } from './oauth';

/** A person's login, as the file stores it. */
export type Login = LoginIdentity & Tokens;

/** The logins of one person on one machine. All processes share them. */
export type LoginStore = ReturnType<typeof createLoginStore>;

/** Time-out of the lock: longer than any holder needs, which waits for one response of the authorization server. */
const lockRetries = { retries: 1200, factor: 1, minTimeout: 50, maxTimeout: 100, randomize: true };

/** @param environment of the process: the file is in XDG_CONFIG_HOME, else in ~/.config */
export function createLoginStore(
  environment: Readonly<Record<string, string | undefined>>,
  retries: LockOptions['retries'] = lockRetries,
) {
  const directory = join(configurationHome(environment), 'cdktf-provider-svc');
  const path = join(directory, 'credentials.json');
  const all = () => readLogins(path);
  const find = async (identity: LoginIdentity) => (await all()).find(login => isSameLogin(login, identity));
  return {
    path,
    all,
    find,
    /**
     * Changes one login under a lock against other processes. `change` receives the stored login. Its result is on
     * disk, by an atomic rename, before this resolves. `undefined` removes the login.
     * @throws {UnusableLogins} if the file cannot be read or written, or is damaged
     */
    update: async <Next extends Login | undefined>(
      identity: LoginIdentity,
      change: (held: Login | undefined) => Promise<Next>,
    ): Promise<Next> => {
      const release = await writing(path, async () => {
        await mkdir(directory, { recursive: true, mode: 0o700 });
        await chmod(directory, 0o700);
        // A holder may be suspended and lose the lock. It still finishes: the tokens it received must be stored.
        return lock(path, { realpath: false, retries, onCompromised: () => {} });
      });
      try {
        // `change` may spend a refresh token: a file that takes no logins must fail before it.
        await writeLogins(path, await all());
        const next = await change(await find(identity));
        const others = (await all()).filter(login => !isSameLogin(login, identity));
        const kept = next === undefined ? [] : [{ ...next, authUrl: normalizedAddress(next.authUrl) }];
        await writeLogins(path, [...others, ...kept]);
        return next;
      } finally {
        await release().catch(() => {});
      }
    },
  };
}

/** @throws {UnusableLogins} naming the file, with the system's error code */
async function writing<Result>(path: string, action: () => Promise<Result>): Promise<Result> {
  try {
    return await action();
  } catch (error) {
    // A lock is older than its holder's last sign of life, unless the clock was set back since.
    if (codeOf(error) === ' (ELOCKED)')
      throw new UnusableLogins(path, `is locked. If no command of yours is at work, delete ${path}.lock`);
    throw new UnusableLogins(
      path,
      `cannot be written${codeOf(error)}. The store of logins is there. Make it and its folder writable, or set ` +
        `XDG_CONFIG_HOME to a writable folder. Into a container, mount the folder ${dirname(path)}, not the file alone`,
    );
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? ` (${error.code})` : '');

function configurationHome(environment: Readonly<Record<string, string | undefined>>): string {
  const { XDG_CONFIG_HOME: configured = '', HOME: home = '' } = environment;
  // The XDG Base Directory Specification: ignore a relative path.
  if (isAbsolute(configured)) return configured;
  // Without a home, tokens would go to the working directory, and so perhaps into git.
  if (!isAbsolute(home))
    throw new UnusableLogins('HOME', 'is no absolute path. Set HOME, or XDG_CONFIG_HOME');
  return join(home, '.config');
}

/** Returns true if both are the same login. Addresses are compared as URLs, not as strings. */
function isSameLogin(one: LoginIdentity, other: LoginIdentity): boolean {
  return (
    one.clientId === other.clientId && normalizedAddress(one.authUrl) === normalizedAddress(other.authUrl)
  );
}

const moment: Decoder<number> = (value, path) => {
  const milliseconds = Date.parse(text(value, path));
  // Unreadable time: treat the token as expired. The refresh token may still be valid.
  return Number.isNaN(milliseconds) ? 0 : milliseconds;
};

const loginShape = object(
  (field): Login => ({
    authUrl: field('auth_url', nonEmptyText),
    clientId: field('client_id', nonEmptyText),
    accessToken: field('access_token', nonEmptyText),
    refreshToken: field('refresh_token', nullable(nonEmptyText)),
    expiresAt: field('expires_at', moment),
    scope: field('scope', text),
  }),
);
const loginsShape = object(field => field('logins', arrayOf(loginShape)));

async function readLogins(path: string): Promise<readonly Login[]> {
  let content: string;
  try {
    content = await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw new UnusableLogins(
      path,
      `cannot be read${codeOf(error)}. Make it readable, or delete it and log in again`,
    );
  }
  try {
    return loginsShape(JSON.parse(content), '');
  } catch {
    // The parser's message quotes the file, which contains tokens.
    throw new UnusableLogins(path, 'is damaged. Delete it and log in again');
  }
}

async function writeLogins(path: string, logins: readonly Login[]): Promise<void> {
  const content = {
    version: 1,
    logins: logins.map(({ authUrl, clientId, accessToken, refreshToken, expiresAt, scope }) => ({
      auth_url: authUrl,
      client_id: clientId,
      access_token: accessToken,
      refresh_token: refreshToken ?? null,
      expires_at: new Date(expiresAt).toISOString(),
      scope,
    })),
  };
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  await writing(path, async () => {
    // The caller has the lock. A process that was killed while it wrote has left its tokens beside the file.
    removeUnfinished(path);
    replaceFile(path, text);
  });
}
