import type { Clock } from '../http/clock';

/** Readers that can use a GET do not wait longer than this for a page. */
const slowPageMilliseconds = 2000;

/** A listing that many readers share. No page is requested twice, or before a reader needs it. */
export class SharedListing<Item extends { readonly id: string }> {
  readonly seen = new Map<string, Item>();
  /** Number of pages requested so far. */
  pages = 0;
  state: 'open' | 'complete' | 'failed' = 'open';
  /** True if the page in flight is slow. */
  slow = false;
  private readonly source: AsyncIterator<readonly Item[]>;
  private page: Promise<void> | undefined;
  private slowTimer: Promise<void> | undefined;
  private arrived = new AbortController();

  constructor(
    pages: AsyncIterable<readonly Item[]>,
    private readonly clock: Clock,
  ) {
    this.source = pages[Symbol.asyncIterator]();
  }

  /** Resolves when the next page has arrived. Concurrent callers share it. */
  async advance(): Promise<void> {
    if (this.state === 'open') await this.nextPage();
  }

  /** The same, but also resolves when the page is slow. */
  async advanceSoon(): Promise<void> {
    if (this.state !== 'open') return;
    const page = this.nextPage();
    this.slowTimer ??= this.waitUntilSlow();
    await Promise.race([page, this.slowTimer]);
  }

  private nextPage(): Promise<void> {
    this.page ??= this.readPage().finally(() => {
      this.page = undefined;
      this.slowTimer = undefined;
      this.slow = false;
      this.arrived.abort();
      this.arrived = new AbortController();
    });
    return this.page;
  }

  private async waitUntilSlow(): Promise<void> {
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
        // The iterator ended without a request.
        this.pages -= 1;
        this.state = 'complete';
      } else for (const item of page.value) this.seen.set(item.id, item);
    } catch (error) {
      this.state = 'failed';
      throw error;
    }
  }
}
