import { describe, expect, it } from 'vitest';
import { protobufLibrary } from '../../../ingest/protobuf/index.js';
import { ingestProtoFiles } from '../../../ingest/protobuf/ingest-proto.js';
import { producedFields } from '../../../src/core/fields.js';
import { ToolGraph } from '../../../src/index.js';

const library = await protobufLibrary();
const ingest = (...texts: string[]) =>
  ingestProtoFiles(new Map(texts.map((text, index) => [`f${index}.proto`, text])), 'shop', library);

const orders = `
  syntax = "proto3";
  package shop.v1;
  import "google/protobuf/timestamp.proto";
  import "google/api/annotations.proto";
  // Orders of customers.
  service Orders {
    // Gets one order.
    rpc GetOrder(GetOrderRequest) returns (Order) { option (google.api.http) = { get: "/v1/orders/{order_id}" }; }
    rpc WatchOrders(Filter) returns (stream Order);
    rpc DeleteOrder(GetOrderRequest) returns (google.protobuf.Empty) { option deprecated = true; }
    rpc Upload(stream Chunk) returns (Missing);
  }
  message GetOrderRequest {
    // Which one.
    string order_id = 1 [(google.api.field_behavior) = REQUIRED];
    optional int32 page_size = 2;
  }
  message Filter {
    repeated string tags = 1;
    map<string, Range> ranges = 2;
    oneof by { string name = 3; int64 number = 4; }
    State state = 5;
    Filter and = 6;
    google.protobuf.Timestamp since = 7;
    google.protobuf.StringValue note = 8;
    bytes raw = 9;
    string old = 10 [deprecated = true];
  }
  message Range { double from = 1; double to = 2; }
  message Order { string order_id = 1 [(google.api.field_behavior) = OUTPUT_ONLY]; repeated Line lines = 2; message Line { string article_id = 1; } }
  enum State { STATE_UNSPECIFIED = 0; OPEN = 1; /* paid and sent */ DONE = 2; }
  message Chunk { bytes data = 1; }
`;

describe('a service', () => {
  const { tools, diagnostics } = ingest(orders);
  const tool = (name: string) => tools.find((one) => one.originalName === name) as (typeof tools)[number];

  it('gives one tool a method', () => {
    expect(tools.map(({ originalId, description }) => [originalId, description])).toEqual([
      ['shop.v1.Orders/GetOrder', 'Gets one order.'],
      ['shop.v1.Orders/WatchOrders', 'Watch orders.'],
      ['shop.v1.Orders/DeleteOrder', 'Delete order.'],
      ['shop.v1.Orders/Upload', 'Upload.'],
    ]);
    expect(tool('GetOrder')).toMatchObject({
      source: { kind: 'grpc', id: 'shop', service: 'shop.v1.Orders' },
      annotations: { readOnlyHint: true },
      metadata: { http: 'GET /v1/orders/{order_id}' },
      inputs: [
        { name: 'order_id', required: true },
        { name: 'page_size', required: false },
      ],
    });
    expect(tool('WatchOrders').metadata).toEqual({ responseStream: true });
    expect(tool('Upload').metadata).toEqual({ requestStream: true });
    expect(tool('DeleteOrder')).toMatchObject({ deprecated: true, annotations: { destructiveHint: true } });
  });

  it('describes every kind of field', () => {
    expect(tool('GetOrder').inputSchema.properties?.['order_id']).toEqual({
      type: 'string',
      description: 'Which one.',
    });
    expect(tool('WatchOrders').inputSchema.properties).toMatchObject({
      tags: { type: 'array', items: { type: 'string' } },
      ranges: {
        type: 'object',
        additionalProperties: { properties: { from: { type: 'number' } }, 'x-entity': 'Range' },
      },
      name: { type: 'string', description: 'At most one of name, number.' },
      number: { type: ['string', 'integer'], format: 'int64' },
      state: { type: 'string', enum: ['STATE_UNSPECIFIED', 'OPEN', 'DONE'] },
      and: { 'x-cut': 'cycle', 'x-entity': 'Filter' },
      since: { type: 'string', format: 'date-time' },
      note: { type: ['string', 'null'] },
      raw: { type: 'string', contentEncoding: 'base64' },
      old: { deprecated: true },
    });
    expect(producedFields(tool('GetOrder')).map((field) => [field.path, field.entity])).toEqual([
      ['order_id', 'Order'],
      ['lines', 'Order'],
      ['lines[].article_id', 'Line'],
    ]);
  });

  it('accepts anything where a type is not defined, and says so', () => {
    expect(tool('Upload').outputSchema).toMatchObject({ 'x-cut': 'unresolved', 'x-entity': 'Missing' });
    expect(diagnostics.map(({ code, item }) => [code, item])).toEqual([['unresolved-ref', 'shop.v1.Orders/Upload']]);
  });
});

describe('files', () => {
  it('use each other, and a bad one costs only itself', () => {
    const { tools, diagnostics } = ingest(
      'syntax = "proto3"; service A { rpc Go(B) returns (B); }',
      'syntax = "proto3"; message B { string id = 1; }',
      'this is { not proto',
    );
    expect(tools[0]?.inputSchema.properties).toEqual({ id: { type: 'string' } });
    expect(diagnostics.map(({ code, item }) => [code, item])).toEqual([['invalid-file', 'f2.proto']]);
  });

  it('read required fields of proto2 and of editions', () => {
    const { tools } = ingest(
      'syntax = "proto2"; message M { required string a = 1; optional int32 b = 2; } service S { rpc R(M) returns (M); }',
    );
    expect(tools[0]?.inputSchema.required).toEqual(['a']);
    const edition = ingest(
      'edition = "2023"; message M { string a = 1 [features.field_presence = LEGACY_REQUIRED]; } service S { rpc R(M) returns (M); }',
    );
    expect(edition.tools[0]?.inputSchema.required).toEqual(['a']);
  });

  it('are refused when none is a definition, or it is too deep', () => {
    expect(() => ingest('<html></html>')).toThrow(expect.objectContaining({ code: 'INVALID_DOCUMENT' }));
    expect(() => ingest(`syntax = "proto3"; ${'message A { '.repeat(50_000)}${'}'.repeat(50_000)}`)).toThrow(
      expect.objectContaining({ code: 'LIMIT_EXCEEDED' }),
    );
    expect(ingest('syntax = "proto3"; message A {}').diagnostics[0]?.code).toBe('no-services');
  });

  it('come into the graph as text or by name, and replace themselves', async () => {
    const graph = new ToolGraph();
    expect(await graph.ingestProto(orders)).toMatchObject({ added: 4, sources: ['grpc'] });
    expect(await graph.ingestProto(orders)).toMatchObject({ added: 0, unchanged: 4 });
    expect(
      await graph.ingestProto({ 'a.proto': 'syntax = "proto3"; message B {} service A { rpc Go(B) returns (B); }' }),
    ).toMatchObject({ added: 1 });
    await expect(graph.ingestProto([7])).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
  });

  it('need protobufjs, and the error says how to get it', async () => {
    await expect(protobufLibrary(() => Promise.reject(new Error('not found')))).rejects.toMatchObject({
      code: 'MISSING_DEPENDENCY',
      message: expect.stringContaining('npm install protobufjs'),
    });
  });
});
