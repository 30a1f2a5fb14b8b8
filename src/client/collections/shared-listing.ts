import type { Clock } from '../http/clock';

/** A page that takes longer is not waited for by those whom a GET can serve. */
const slowPageMilliseconds = 2000;

/** A collection read page by page on behalf of many readers: no page is asked for twice or before it is wanted. */
export class SharedListing<Item extends { readonly id: string }> {
  readonly seen = new Map<string, Item>();
  /** Pages asked for so far. */
  pages = 0;
  state: 'open' | 'complete' | 'failed' = 'open';
  /** Whether the page in flight keeps its readers waiting. */
  slow = false;
  private readonly source: AsyncIterator<readonly Item[]>;
  private page: Promise<void> | undefined;
  private patience: Promise<void> | undefined;
  private arrived = new AbortController();

  constructor(
    pages: AsyncIterable<readonly Item[]>,
    private readonly clock: Clock,
  ) {
    this.source = pages[Symbol.asyncIterator]();
  }

  /** Resolves when one more page has come; callers at the same time share it. */
  async advance(): Promise<void> {
    if (this.state === 'open') await this.nextPage();
  }

  /** The same, but resolves as well when the page proves slow. */
  async advanceSoon(): Promise<void> {
    if (this.state !== 'open') return;
    const page = this.nextPage();
    this.patience ??= this.waitInPatience();
    await Promise.race([page, this.patience]);
  }

  private nextPage(): Promise<void> {
    this.page ??= this.readPage().finally(() => {
      this.page = undefined;
      this.patience = undefined;
      this.slow = false;
      this.arrived.abort();
      this.arrived = new AbortController();
    });
    return this.page;
  }

  private async waitInPatience(): Promise<void> {
    const { signal } = this.arrived;
    const isSlow = await this.clock.sleep(slowPageMilliseconds, signal).then(
      () => !signal.aborted,
      () => false,
    );
    if (isSlow) this.slow = true;
  }

  private async readPage(): Promise<void> {
    this.pages += 1;
    try {
      const page = await this.source.next();
      if (page.done) {
        // The end showed without a request.
        this.pages -= 1;
        this.state = 'complete';
      } else for (const item of page.value) this.seen.set(item.id, item);
    } catch (error) {
      this.state = 'failed';
      throw error;
    }
  }
}
