export { hashToken, type Scope, type TokenRule } from './access.js';
export type { LogLevel } from './log.js';
export { mcpSource } from './mcp-source.js';
export type { RateLimit } from './rate-limit.js';
export type { BodyLimits } from './read-body.js';
export { type ServiceOptions, ToolService } from './service.js';
export type { Ingested, ReportView, ServiceSource, SourceState } from './source-record.js';
export { startMcpOverStdio } from './stdio.js';
export type { CallPolicy } from './tool-calls.js';
