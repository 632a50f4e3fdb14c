import type { ConnectorKind, RuleKind } from '#features/connectors/choices.ts'
import { m } from '#paraglide/messages.js'

/** How a shop of a kind is asked for. */
export function shopWords(kind: ConnectorKind) {
  if (kind === 'printful')
    return {
      lead: m['shops.printful.lead'](),
      keysLead: '',
      instead: '',
      go: '',
      domainHelp: '',
      example: '',
    }
  if (kind === 'woocommerce')
    return {
      lead: m['shops.woocommerce.lead'](),
      keysLead: m['shops.keysLead'](),
      instead: m['shops.instead.keys'](),
      go: m['shops.woocommerce.go'](),
      domainHelp: m['shops.woocommerce.domainHelp'](),
      example: 'tienda.example',
    }
  return {
    lead: m['shops.lead'](),
    keysLead: m['shops.ownApp.lead'](),
    instead: m['shops.ownApp.instead'](),
    go: m['shops.go'](),
    domainHelp: m['shops.domainHelp'](),
    example: 'mi-tienda.myshopify.com',
  }
}

/** What a rule looks at, as shops of a kind call it. */
export function ruleWord(kind: ConnectorKind, rule: RuleKind): string {
  if (kind === 'woocommerce' && rule === 'vendor') return m['shops.rules.brand']()
  if (kind === 'woocommerce' && rule === 'collection') return m['shops.rules.category']()
  return {
    vendor: m['shops.rules.vendor'],
    tag: m['shops.rules.tag'],
    collection: m['shops.rules.collection'],
    sku: m['shops.rules.sku'],
  }[rule]()
}
