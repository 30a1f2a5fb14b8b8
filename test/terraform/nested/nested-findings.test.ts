import { describe, expect, it } from 'vitest';
import { rule } from './rule-block';
import { towerWorkspace, withTower } from './tower-workspace';

withTower();

describe('a nested finding', () => {
  it.each([
    [
      'in a map of objects',
      'receivers = { main = { url = "http://a.example" } }',
      'Invalid receiver address',
      'Attribute: receivers.main.url',
    ],
    [
      'of a choice in a list of objects',
      'conditions = [{ field = "x" }, {\n field = "y"\n operator = "maybe"\n}]',
      'Invalid conditions[1].operator',
      'operator = "maybe"',
    ],
    [
      'of a check that names a part',
      'conditions = [{ field = "x" }, {\n field = "x"\n}]',
      'Condition given twice',
      'field = "x"',
    ],
    [
      'of a rule that names a part',
      'window = {\n zone = "local"\n}',
      'Local zone without note',
      'zone = "local"',
    ],
    [
      'of a null in a collection',
      'limits = { steps = [{ weights = { a = null } }] }',
      'Invalid limits.steps[0].weights',
      'under the key "a"',
    ],
    [
      'of elements of a set that a default makes equal',
      'labels = [{ key = "k" }, { key = "k", value = "yes" }]',
      'Invalid labels',
      'equal once their defaults',
    ],
    [
      'of a whole number beyond 2^53',
      'limits = {\n bytes = 9007199254740993\n}',
      'Number too precise: limits.bytes',
      '(9007199254740992)',
    ],
    [
      'of a whole number beyond 64 bits',
      'limits = {\n bytes = 1e30\n}',
      'Number too precise: limits.bytes',
      '2^53',
    ],
    [
      'of a number with more digits than a double has',
      'limits = {\n ratio = 1 / 3\n}',
      'Number too precise: limits.ratio',
      '15 digits',
    ],
  ])('%s says what and where', async (_, body, summary, where) => {
    const tower = await towerWorkspace();
    const said = await tower.validate(rule(body));
    expect(said).toContain(summary);
    expect(said).toContain(where);
  });
});

describe('a number', () => {
  const each = (bodies: readonly string[]) =>
    bodies
      .map((body, index) => rule(body, `n${index}`).replace('"tower_rule" "a"', `"tower_rule" "n${index}"`))
      .join('');

  it('keeps its last digit', async () => {
    const numbers = ['9007199254740992', '-9007199254740992', '9007199254740991', '4294967296', '0'];
    const tower = await towerWorkspace();
    const { resources } = await tower.apply(each(numbers.map(text => `limits = { bytes = ${text} }`)));
    expect(resources.map(({ values }) => values['limits'])).toMatchObject(
      numbers.map(text => ({ bytes: Number(text) })),
    );
  });

  it('is planned and stored as it is, fractions too', async () => {
    const numbers = ['0.1', '2.5', '1e-7', '-123.456', '0.1 + 0.2', '100 / 8'];
    const tower = await towerWorkspace();
    const rules = (more: string) =>
      each(
        numbers.map(text => `limits = { ratio = ${text}, ${more}steps = [{ weights = { a = ${text} } }] }`),
      );
    await tower.apply(rules(''));
    const { plan, resources } = await tower.apply(rules('bytes = 1, '));
    expect(resources).toHaveLength(numbers.length);
    for (const { address } of resources) expect(plan.actionsOn(address), address).toEqual(['update']);
  });
});
