import { type Api, isFailure } from '#client.ts'

/** What the SKUs of a portal can stand for, by their words; undefined when nothing could be found out. */
export async function findSkuChoices(api: Api, portalId: string, q: string) {
  const found = await api.orders.listSkuChoices({ portalId, q }, { key: 'sku-choices' })
  return isFailure(found) ? undefined : found.choices
}
