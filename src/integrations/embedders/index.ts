export { type AiSdkEmbedderOptions, type AiSdkEmbeddingModel, aiSdkEmbedder } from './ai-sdk.js';
export { type EnergeticModel, energeticEmbedder } from './energetic.js';
export { type OpenAiEmbedderOptions, openAiEmbedder } from './openai.js';
