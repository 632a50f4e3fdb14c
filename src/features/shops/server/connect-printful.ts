import type { OpenCall } from '#platform/call.ts'
import { AppError, BadInput, Conflict } from '#platform/errors.ts'
import type { Allowed } from './connect-shop.ts'
import { askPrintful } from './printful-call.ts'
import { ShopError } from './speaking-shop.ts'

/**
 * What a private token opens: one store of Printful. @throws BadInput by `token` for one that is none or opens several stores;
 * AppError 502 when Printful does not answer.
 */
export async function readPrintfulToken(
  { services }: OpenCall,
  { token, name, replacesId }: { token: string; name: string; replacesId?: string | null | undefined },
): Promise<Allowed> {
  const ask = askPrintful(services.shops.printful, token)
  try {
    const { json: stores } = await ask<{ id: number; name: string }[]>('stores')
    const [store] = stores
    if (!store || stores.length > 1) throw new BadInput('invalidInput', { token: { code: 'shops.oneStore' } })
    await ask('store/products?limit=1')
    await ask('orders?limit=1')
    const domain = `printful.com/${store.id}`
    return {
      ...{ kind: 'printful', domain, name, replacesId, label: String(store.id) },
      ...{ tokens: { access: token }, scopes: [], expiresAt: null },
    }
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    if (error.fault === 'expired') throw new BadInput('invalidInput', { token: { code: 'shops.token' } })
    if (error.fault === 'refused') throw new Conflict('shops.scopes')
    throw new AppError(502, 'shops.noAnswer')
  }
}
