import { cards } from './cards';
import { colours } from './colours';
import { layout } from './layout';
import { matrix } from './matrix';
import { print } from './print';

/** The page’s only style. Its hash stands in the Content-Security-Policy. */
export const pageStyle = [colours, layout, cards, matrix, print].join('');
