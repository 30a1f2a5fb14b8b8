import { didYouMean } from './lists';

/**
 * Returns the values of a class of constants, and makes it an error to read a constant that the class lacks. Otherwise,
 * `EventType.ALERT_CREATD` is undefined where nobody checks types, and cdktf leaves undefined out of the JSON without a
 * word: in lists, arguments, lazy values, functions and overrides.
 *
 * @internal
 */
export function choicesOf(constants: { readonly name: string }): string[] {
  const names = Object.keys(constants);
  // The names of constants begin with a capital letter. What programs ask of any object, such as toJSON, does not.
  const get = (target: object, name: string | symbol, receiver: unknown): unknown => {
    if (typeof name === 'symbol' || !/^[A-Z]/.test(name)) return Reflect.get(target, name, receiver);
    const remedy = `${didYouMean(name, names)}Give one of ${names.join(', ')}.`;
    throw new Error(`${constants.name} has no constant ${name}. ${remedy}`);
  };
  Object.setPrototypeOf(constants, new Proxy(Function.prototype, { get }));
  return Object.values(constants);
}
