import type { TopLevelSpec } from 'vega-lite';
import type { CaseResult, Measurement, Report } from '../scripts/figures/results';

/** Draws a group of bars for each case: the median, and a line between the quartiles. */
export async function drawChart(report: Report): Promise<string> {
  // These are ES modules with a top-level await. A CommonJS package can load them only with `import()`.
  const [{ compile }, vega] = await Promise.all([import('vega-lite'), import('vega')]);
  // Hides a warning about axes shared by rows. Our rows do not share them.
  const { spec } = compile(specification(report), { logger: vega.logger(vega.Error) });
  return new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG();
}

/** Ours has a strong colour, the others have pale ones. */
const colors = new Map([
  ['ours', '#1f6feb'],
  ['go-peer', '#8b98a9'],
]);
const floorColor = '#cfd6de';

function specification({ machine, results }: Report): TopLevelSpec {
  // The others count requests.
  const timed = results.filter(({ comparisons }) => comparisons.length > 0);
  const y = { field: 'label', type: 'nominal', title: null, sort: null } as const;
  const x = { type: 'quantitative', axis: null } as const;
  return {
    title: {
      text: 'How long you wait (shorter is better)',
      subtitle: [
        'Bars are medians, thin lines hold half of the runs; every group has a scale of its own.',
        'Light grey is the floor: terraform_data is built into Terraform and talks to no platform.',
        "The provider in Go is the same resource on HashiCorp's framework.",
        `Measured on ${machine['processor']},`,
        `Node ${machine['node']}, ${machine['terraform']}.`,
      ],
      anchor: 'start',
      fontSize: 16,
      subtitlePadding: 6,
      subtitleColor: '#57606a',
      offset: 18,
    },
    data: { values: timed.flatMap(rowsOf) },
    facet: {
      row: {
        field: 'case',
        sort: timed.map(({ title }) => title),
        title: null,
        header: { labelOrient: 'top', labelAnchor: 'start', labelFontWeight: 'bold', labelFontSize: 12 },
      },
    },
    spec: {
      width: 420,
      height: { step: 18 },
      layer: [
        {
          mark: { type: 'bar', height: 13 },
          encoding: {
            y: { ...y, axis: { labelLimit: 240, ticks: false, domain: false, labelPadding: 8 } },
            x: { ...x, field: 'median' },
            color: { field: 'color', type: 'nominal', scale: null },
          },
        },
        {
          mark: { type: 'rule', color: '#24292f' },
          encoding: { y, x: { ...x, field: 'low' }, x2: { field: 'high' } },
        },
        {
          mark: { type: 'text', align: 'left', dx: 8 },
          encoding: { y, x: { ...x, field: 'reach' }, text: { field: 'said', type: 'nominal' } },
        },
      ],
    },
    resolve: { scale: { x: 'independent', y: 'independent' } },
    config: { background: 'white', padding: 16, view: { stroke: null }, facet: { spacing: 14 } },
  };
}

function rowsOf({ title, measurements }: CaseResult) {
  return measurements.map(measured => ({
    case: title,
    ...measured,
    reach: Math.max(measured.median, measured.high),
    color: colors.get(measured.subject) ?? floorColor,
    said: said(measured),
  }));
}

function said({ median, requests }: Measurement): string {
  const time = median < 1000 ? `${median.toFixed(0)} ms` : `${(median / 1000).toFixed(1)} s`;
  if (requests === undefined) return time;
  return `${time}, ${requests.toLocaleString('en')} ${requests === 1 ? 'request' : 'requests'}`;
}
