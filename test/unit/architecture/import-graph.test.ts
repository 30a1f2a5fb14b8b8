import { describe, expect, it } from 'vitest';
import { findCircles, findClimbs, importGraph, orderOfRooms } from './import-graph';
import { repositoryFiles } from './source-file';

const graph = importGraph(repositoryFiles());

const graphOf = (files: Readonly<Record<string, string>>) =>
  importGraph(Object.entries(files).map(([path, text]) => ({ path, text })));

describe('the imports of src', () => {
  it('contain no cycle', () => {
    expect(findCircles(graph)).toEqual([]);
  });

  it('point only to folders below', () => {
    expect(findClimbs(graph)).toEqual([]);
  });

  it('are found in every folder of the order', () => {
    const folders = [...graph.keys()].map(path => path.slice(0, path.lastIndexOf('/')));
    const rooms = Object.entries(orderOfRooms).flatMap(([part, names]) =>
      names.map(name => (name === '.' ? part : `${part}/${name}`)),
    );
    expect(rooms.filter(room => !folders.some(folder => `${folder}/`.startsWith(`${room}/`)))).toEqual([]);
  });
});

describe('a cycle is detected', () => {
  it.each([
    ['of two', { 'src/a.ts': "import './b';", 'src/b.ts': "export * from './a';" }, 2],
    [
      'of types alone, by way of a third file',
      {
        'src/a.ts': "import type { B } from './b';",
        'src/b.ts': "import './c';",
        'src/c.ts': "type A = import('./a').A;",
      },
      3,
    ],
  ])('%s', (_name, files, size) => {
    expect(findCircles(graphOf(files)).map(circle => circle.length)).toEqual([size]);
  });

  it('only where there is one', () => {
    const files = { 'src/a.ts': "import './b'; import './c';", 'src/b.ts': "import './c';", 'src/c.ts': '' };
    expect(findCircles(graphOf(files))).toEqual([]);
  });
});

it('an upward import is detected, and so is a file outside all folders', () => {
  const files = {
    'src/client/client.ts': '',
    'src/client/http/transport.ts': "import '../client';",
    'src/client/elsewhere/a.ts': '',
  };
  expect(findClimbs(graphOf(files))).toEqual([
    'src/client/http/transport.ts imports src/client/client.ts, which is above it',
    'src/client/elsewhere/a.ts is in no room',
  ]);
});
