import type { TopLevelSpec } from 'vega-lite';
import type { CaseResult } from './cases';

/** A row of bars for each case: the median, and a line from quartile to quartile. */
export async function drawChart(results: readonly CaseResult[], subtitle: string): Promise<string> {
  // These are ES modules with a top-level await, which a CommonJS package can only reach so.
  const [{ compile }, vega] = await Promise.all([import('vega-lite'), import('vega')]);
  // It warns of sharing axes among rows, which is just what is not done here.
  const { spec } = compile(specification(results, subtitle), { logger: vega.logger(vega.Error) });
  return new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG();
}

function specification(results: readonly CaseResult[], subtitle: string): TopLevelSpec {
  const values = results.flatMap(({ name, measurements }) =>
    measurements.map(entry => ({ case: name, ...entry })),
  );
  const y = { field: 'label', type: 'nominal', title: null, sort: null, axis: { labelLimit: 240 } } as const;
  const x = { type: 'quantitative', title: 'milliseconds (median and quartiles)' } as const;
  return {
    title: { text: 'cdktf-provider-svc beside its floor and a Go provider', subtitle, anchor: 'start' },
    data: { values },
    facet: {
      row: {
        field: 'case',
        sort: results.map(({ name }) => name),
        title: null,
        header: { labelOrient: 'top', labelAnchor: 'start', labelFontWeight: 'bold' },
      },
    },
    spec: {
      width: 480,
      layer: [
        {
          mark: 'bar',
          encoding: {
            y,
            x: { ...x, field: 'median' },
            color: { field: 'label', type: 'nominal', legend: null },
          },
        },
        {
          mark: { type: 'rule', strokeWidth: 2 },
          encoding: { y, x: { ...x, field: 'low' }, x2: { field: 'high' } },
        },
        {
          mark: { type: 'text', align: 'left', dx: 6 },
          encoding: {
            y,
            x: { ...x, field: 'high' },
            text: { field: 'median', type: 'quantitative', format: ',.0f' },
          },
        },
      ],
    },
    resolve: { scale: { x: 'independent', y: 'independent' } },
    config: { background: 'white' },
  };
}
