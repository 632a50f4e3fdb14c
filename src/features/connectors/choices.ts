/** What a connector listens to. Browser-safe, without validators. */
export const connectorKinds = ['shopify', 'woocommerce', 'printful'] as const
export type ConnectorKind = (typeof connectorKinds)[number]
/** `ignored`: nothing for us to do; `test`: read in full, changes nothing. */
export const deliveryStates = ['waiting', 'done', 'ignored', 'test', 'failed'] as const
export type DeliveryState = (typeof deliveryStates)[number]
/** What a rule looks at: who makes it, a word of its product, a collection that it is in, how its SKU begins. */
export const ruleKinds = ['vendor', 'tag', 'collection', 'sku'] as const
export type RuleKind = (typeof ruleKinds)[number]
