import { seal, unseal } from '#features/two-factor/server/totp.ts'

/** What opens a shop: a token and what renews it, or a key and the secret that goes with it. */
export interface ShopKeys {
  access: string
  refresh?: string | undefined
  secret?: string | undefined
  /** Of an app of the shop's own organisation, whose secret renews the token. */
  clientId?: string | undefined
}

const boundTo = (of: string) => `${of} tokens`

/** Keys as they are kept: readable with the installation's secret alone, and for what they are bound to alone. */
export const sealTokens = (secret: Buffer, of: string, keys: ShopKeys): Buffer =>
  Buffer.from(seal(secret, boundTo(of), JSON.stringify(keys)))

export const openTokens = (secret: Buffer, of: string, sealed: Uint8Array): ShopKeys =>
  JSON.parse(unseal(secret, boundTo(of), Buffer.from(sealed).toString()))
