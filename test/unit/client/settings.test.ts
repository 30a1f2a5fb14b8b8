import { describe, expect, it } from 'vitest';
import { type ClientOptions, createClient, InvalidOption, parseBaseUrl } from '../../../src/client';
import { testKey } from './client-fixture';

const optionsOf = (change: Partial<ClientOptions>): ClientOptions => ({
  baseUrl: 'https://api.example.com',
  credential: testKey,
  ...change,
});

describe('the base address', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com', '', 'api.example.com:443'],
    ['https://api.example.com:8443/eu/', 'https://api.example.com:8443', '/eu', 'api.example.com:8443'],
    ['HTTPS://API.Example.com/a/b//', 'https://api.example.com', '/a/b', 'api.example.com:443'],
    ['http://localhost:3000', 'http://localhost:3000', '', 'localhost:3000'],
    ['http://127.0.0.1', 'http://127.0.0.1', '', '127.0.0.1:80'],
    ['http://[::1]:1', 'http://[::1]:1', '', '[::1]:1'],
  ])('%s is taken apart', (text, origin, prefix, address) => {
    expect(parseBaseUrl(text)).toMatchObject({ origin, prefix, address });
  });

  it.each([
    ['http://api.example.com', /https/],
    ['http://127.0.0.1.example.com', /https/],
    ['http://0.0.0.0', /https/],
    ['http://[::2]', /https/],
    ['javascript:alert(1)', /https/],
    ['https://user@api.example.com', /user name/],
    ['https://:hidden@api.example.com', /user name/],
    ['https://api.example.com?key=hidden', /query/],
    ['https://api.example.com?', /query/],
    ['api.example.com', /absolute/],
    ['', /absolute/],
  ])('%s is refused without being repeated', (text, reason) => {
    const create = () => createClient(optionsOf({ baseUrl: text }));
    expect(create).toThrow(InvalidOption);
    expect(create).toThrow(reason);
    expect(create).not.toThrow(/hidden/);
  });
});

describe('other options', () => {
  it.each<[keyof ClientOptions, Partial<ClientOptions>]>([
    ['credential', { credential: '' }],
    ['credential', { credential: 'two words' }],
    ['credential', { credential: 'line\r\nInjected: yes' }],
    ['credential', { credential: 'ключ' }],
    ['userAgent', { userAgent: 'a\nb' }],
    ['requestTimeoutSeconds', { requestTimeoutSeconds: 0 }],
    ['requestTimeoutSeconds', { requestTimeoutSeconds: Number.NaN }],
    ['requestTimeoutSeconds', { requestTimeoutSeconds: 1e10 }],
    ['maxRetries', { maxRetries: -1 }],
    ['maxRetries', { maxRetries: 1.5 }],
    ['requestsPerSecond', { requestsPerSecond: 0 }],
    ['extraCertificates', { extraCertificates: 'no PEM' }],
  ])('%s refuses %j', (option, change) => {
    const create = () => createClient(optionsOf(change));
    expect(create).toThrow(expect.objectContaining({ name: 'InvalidOption', option }));
    expect(create).not.toThrow(/two words|Injected|ключ/);
  });
});
