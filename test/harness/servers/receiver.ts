import { createHmac } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from './listening';

export interface Delivery {
  readonly body: string;
  readonly isGenuine: boolean;
}

export type Answering = (response: ServerResponse, delivery: Delivery) => void;

/** A customer's server, with the deliveries that it has got. */
export async function receiver(secret: string, answer: Answering) {
  const got: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const isOf = (text: string) =>
      request.headers['x-svc-signature-256'] ===
      `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
    const delivery = { body, isGenuine: isOf(body) };
    got.push(delivery);
    answer(response, delivery);
  });
  return { url: `http://127.0.0.1:${await listening(server)}/hook-token`, got };
}

/** A receiver that answers a genuine event with one status, and a forged one with another. */
export const answering =
  (genuine: number, forged: number): Answering =>
  (response, { isGenuine }) => {
    response.writeHead(isGenuine ? genuine : forged, { location: 'http://127.0.0.1:1/' }).end();
  };
