import { seal, unseal } from '#features/two-factor/server/totp.ts'
import type { Tokens } from './shopify-call.ts'

const boundTo = (connectorId: string) => `${connectorId} tokens`

/** Tokens as they are kept: readable with the installation's secret alone, and for their connector alone. */
export const sealTokens = (secret: Buffer, connectorId: string, tokens: Tokens): Buffer =>
  Buffer.from(seal(secret, boundTo(connectorId), JSON.stringify(tokens)))

export const openTokens = (secret: Buffer, connectorId: string, sealed: Uint8Array): Tokens =>
  JSON.parse(unseal(secret, boundTo(connectorId), Buffer.from(sealed).toString()))
