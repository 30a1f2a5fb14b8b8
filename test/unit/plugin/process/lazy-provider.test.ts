import { expect, test } from 'vitest';
import { LazyProvider } from '../../../../src/plugin/process/lazy-provider';

const own = () => Uint8Array.of(1);
const loaded = () => Uint8Array.of(2);
const hidden = () => Uint8Array.of(3);

function lazy() {
  const story: string[] = [];
  const provider = new LazyProvider(new Map([['/own', own]]), async () => {
    story.push('load');
    return {
      handlers: new Map([
        ['/loaded', loaded],
        ['/own', hidden],
      ]),
      stop: () => story.push('stop'),
      leave: () => {
        story.push('leave');
        return false;
      },
    };
  });
  return { provider, story };
}

test('a method of its own needs no loading, and takes precedence', async () => {
  const { provider, story } = lazy();
  expect(provider.handler('/own')).toBe(own);
  provider.stop();
  expect([provider.leave(), story]).toEqual([true, []]);
  await provider.handler('/loaded');
  expect(provider.handler('/own')).toBe(own);
});

test('the other methods are loaded once, by the first call to one of them', async () => {
  const { provider, story } = lazy();
  const calls = [provider.handler('/loaded'), provider.handler('/loaded')];
  expect(await Promise.all(calls)).toEqual([loaded, loaded]);
  expect(provider.handler('/loaded')).toBe(loaded);
  provider.stop();
  expect(provider.leave()).toBe(false);
  expect(story).toEqual(['load', 'stop', 'leave']);
});

test('a method that it does not have is refused, before and after loading', async () => {
  const { provider } = lazy();
  await expect(provider.handler('/none')).rejects.toThrow('does not have /none');
  expect(() => provider.handler('/none')).toThrow('does not have /none');
});
