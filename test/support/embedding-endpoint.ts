import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { ToyEmbedder } from './toy-embedder.js';

/** What was asked of the endpoint. */
export interface EmbeddingRequest {
  readonly headers: IncomingHttpHeaders;
  readonly model: string;
  readonly input: readonly string[];
}

/** A server on the loopback that speaks `POST /v1/embeddings`. */
export class EmbeddingEndpoint {
  /** Address with the version. */
  readonly url: string;
  readonly requests: EmbeddingRequest[] = [];
  /** Status of every answer; 200 gives vectors. A refusal repeats the key it was sent, as careless servers do. */
  status = 200;

  private constructor(url: string) {
    this.url = url;
  }

  /** Starts one that ends with the test. */
  static async start(): Promise<EmbeddingEndpoint> {
    const toy = new ToyEmbedder();
    let endpoint: EmbeddingEndpoint | undefined;
    const server = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { model, input } = JSON.parse(Buffer.concat(chunks).toString()) as Omit<EmbeddingRequest, 'headers'>;
      endpoint?.requests.push({ headers: request.headers, model, input });
      const status = request.url === '/v1/embeddings' ? (endpoint?.status ?? 500) : 404;
      const body =
        status === 200
          ? { data: input.map((text, index) => ({ index, embedding: toy.vector(text) })) }
          : { error: { message: `refused ${request.headers.authorization ?? ''}` } };
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    endpoint = new EmbeddingEndpoint(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
    return endpoint;
  }
}
