/**
 * The page’s only script. It opens what a link names, opens and folds all, and opens everything for print. The page
 * has the same content without it. Its hash stands in the Content-Security-Policy.
 */
export const pageScript = `'use strict';
(() => {
  const folds = () => [...document.querySelectorAll('main details:not(.unchanged)')];
  const openTarget = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
  };
  addEventListener('hashchange', openTarget);
  openTarget();
  for (const controls of document.querySelectorAll('.controls')) controls.hidden = false;
  for (const button of document.querySelectorAll('[data-folds]'))
    button.addEventListener('click', () => {
      for (const fold of document.querySelectorAll('details.change')) fold.open = button.dataset.folds === 'open';
    });
  let openedForPrint = [];
  addEventListener('beforeprint', () => {
    openedForPrint = folds().filter(fold => !fold.open);
    for (const fold of openedForPrint) fold.open = true;
  });
  addEventListener('afterprint', () => {
    for (const fold of openedForPrint) fold.open = false;
  });
})();
`;
