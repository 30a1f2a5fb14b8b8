import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** Contexts by name, such as `github` and `secrets`. */
export type Contexts = Readonly<Record<string, unknown>>;

/** What the status functions of a condition answer. */
export interface Status {
  readonly hasFailed: boolean;
}

/** Evaluates the expressions in a text, with GitHub's own evaluator. */
export function fillIn(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) =>
    evaluate(expression, contexts, { hasFailed: false }).coerceString(),
  );
}

/** Evaluates a condition. Without a status function, GitHub adds `success()`. */
export function isMet(condition: string | undefined, contexts: Contexts, status: Status): boolean {
  const expression = condition?.replace(/^\s*\$\{\{(.*)\}\}\s*$/s, '$1') ?? 'success()';
  const namesStatus = /\b(?:always|cancelled|failure|success)\(/.test(expression);
  const value = evaluate(expression, contexts, status);
  return isTruthy(value) && (namesStatus || !status.hasFailed);
}

function evaluate(expression: string, contexts: Contexts, { hasFailed }: Status): data.ExpressionData {
  const answers = { always: true, cancelled: false, failure: hasFailed, success: !hasFailed };
  const functions = Object.entries(answers).map(([name, answer]) => ({
    name,
    minArgs: 0,
    maxArgs: 0,
    call: () => new data.BooleanData(answer),
  }));
  const { tokens } = new Lexer(expression).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), functions).parse();
  const context: unknown = JSON.parse(JSON.stringify(contexts), data.reviver);
  if (!(context instanceof data.Dictionary)) throw new Error('Contexts are an object.');
  return new Evaluator(parsed, context, new Map(functions.map(each => [each.name, each]))).evaluate();
}

/** GitHub's rule: false, 0, the empty string and null are false. */
function isTruthy(value: data.ExpressionData): boolean {
  const { Boolean: boolean, Null, Number: number, String: string } = data.Kind;
  if (value.kind === Null) return false;
  if (value.kind === boolean) return value.coerceString() === 'true';
  if (value.kind === number) return value.number() !== 0;
  return value.kind !== string || value.coerceString() !== '';
}
