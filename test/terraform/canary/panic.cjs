// Preloaded into the provider: as soon as it sends a signing secret, an error nobody catches quotes the request.
const stringify = JSON.stringify;
JSON.stringify = (...parameters) => {
  const text = Reflect.apply(stringify, JSON, parameters);
  if (typeof text === 'string' && text.includes('"secret":')) {
    setImmediate(() => {
      throw new SyntaxError(`Unexpected token in ${text}`);
    });
  }
  return text;
};
