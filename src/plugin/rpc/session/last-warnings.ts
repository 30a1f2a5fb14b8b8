import { Diagnostic_Severity } from '../../protocol/gen/protocol';
import type { Call, WithDiagnostics } from './redacted-calls';
import type { Session } from './session';

/** How long Terraform is silent after the end of a walk, milliseconds. */
const silence = 250;

/**
 * Holds back the last response of a walk while some warnings depend on all states. Terraform does not announce the end
 * of a walk, and a sent response cannot carry another warning. So the last outstanding response waits for the next
 * call. If no call comes, the response carries the warnings.
 */
export class LastWarnings<Client> {
  /** Number of calls in progress, without the one that is held back. */
  private running = 0;
  /** True if an object was planned. Terraform plans a deleted block before it reads it, so a read may come last. */
  private hasPlanned = false;
  private release: ((isLast: boolean) => void) | undefined;

  constructor(private readonly session: Session<Client>) {}

  /** Wraps a call whose response is never the last one of a walk. */
  counting<Request, Response, Subject>(
    call: Call<Request, Response, Subject>,
  ): Call<Request, Response, Subject> {
    return (request, definition) =>
      this.run(
        () => call(request, definition),
        response => response,
      );
  }

  /** Wraps a call whose response may carry the warnings. */
  carrying<Request, Response extends WithDiagnostics, Subject>(
    call: Call<Request, Response, Subject>,
    kind: 'read' | 'plan',
  ): Call<Request, Response, Subject> {
    return (request, definition) =>
      this.run(
        () => call(request, definition),
        response => this.hold(response, kind),
      );
  }

  private async run<Response>(
    call: () => Response | Promise<Response>,
    ended: (response: Response) => Response | Promise<Response>,
  ): Promise<Response> {
    this.running += 1;
    this.release?.(false);
    let response: Response;
    try {
      response = await call();
    } finally {
      this.running -= 1;
    }
    return ended(response);
  }

  private async hold<Response extends WithDiagnostics>(
    response: Response,
    kind: 'read' | 'plan',
  ): Promise<Response> {
    this.hasPlanned ||= kind === 'plan';
    if (this.running > 0) return response;
    const due = this.isDue(this.hasPlanned ? 'plan' : kind);
    return due !== false && (await this.isLast(due)) ? this.withWarnings(response) : response;
  }

  /** Resolves with true if warnings are due and Terraform stays silent, with false at the next call of Terraform. */
  private isLast(due: true | Promise<boolean>): Promise<boolean> {
    return new Promise((resolve, reject) => {
      let timer: NodeJS.Timeout | undefined;
      const release = (isLast: boolean) => {
        if (this.release === release) this.release = undefined;
        clearTimeout(timer);
        resolve(isLast);
      };
      const decided = (isDue: boolean) => {
        if (!isDue) release(false);
        else if (this.release === release) timer = setTimeout(() => release(true), silence);
      };
      this.release = release;
      if (due === true) decided(due);
      else due.then(decided, reject);
    });
  }

  private isDue(kind: 'read' | 'plan'): boolean | Promise<boolean> {
    const { client, provider, walk } = this.session;
    return client !== undefined && !walk.hasChanged && (provider.hasLastWarnings?.(client, kind) ?? false);
  }

  private async withWarnings<Response extends WithDiagnostics>(response: Response): Promise<Response> {
    const { client, provider } = this.session;
    const words = client === undefined ? [] : ((await provider.lastWarnings?.(client)) ?? []);
    const warnings = words.map(([summary, detail]) => ({
      severity: Diagnostic_Severity.WARNING,
      summary,
      detail,
      attribute: undefined,
    }));
    return { ...response, diagnostics: [...response.diagnostics, ...warnings] };
  }
}
