import { billingRacers } from './race-cases-billing.ts'
import { edit, editInList, firstOf, made, must } from './race-edits.ts'
import type { Racer, Send } from './racer.ts'
import { accounts, demoPassword, people, portals } from './world/cast.ts'
import { worldId } from './world/random.ts'

type Fields = Record<string, unknown>
const portalId = portals.ninoLobo.id
const oneOfPortal = (list: string, name: string) => async (send: Send) => ({
  portalId,
  [name]: (await firstOf(send, list, { portalId })).id,
})
async function someProduct(send: Send) {
  const product = await firstOf(send, 'products.listProducts', {})
  return { portalId: (product.portal as Fields).id, productId: product.id }
}
const words = (side: number, round: number) => ({ es: `Lado ${side} ${round}` })
const named = (side: number, round: number) => `Lado ${side} ${round}`

/** For every versioned operation, what two people do with it at once. */
export const racers: Record<string, Racer> = {
  'links.updateLink': edit('links.updateLink', {
    ids: oneOfPortal('links.listLinks', 'linkId'),
    read: 'links.getLink',
    mark: (side, round) => ({ title: words(side, round) }),
  }),
  'events.updateEvent': edit('events.updateEvent', {
    ids: oneOfPortal('events.listPortalEvents', 'eventId'),
    read: 'events.getEvent',
    mark: (side, round) => ({ name: named(side, round) }),
  }),
  'events.setPublication': edit('events.setPublication', {
    ids: oneOfPortal('events.listPortalEvents', 'eventId'),
    read: 'events.getEvent',
    mark: (side, round) => ({
      publication: 'scheduled',
      publishAt: new Date(Date.UTC(2040, 0, 1 + round, side)).toISOString(),
    }),
  }),
  'featured.updateFeatured': edit('featured.updateFeatured', {
    ids: oneOfPortal('featured.listFeatured', 'featuredId'),
    read: 'featured.getFeatured',
    mark: (side, round) => ({ description: words(side, round) }),
  }),
  'releases.updateRelease': edit('releases.updateRelease', {
    ids: oneOfPortal('releases.listReleases', 'releaseId'),
    read: 'releases.getRelease',
    mark: (side, round) => ({ title: words(side, round) }),
  }),
  'products.updatePurchaseAddresses': edit('products.updatePurchaseAddresses', {
    ids: someProduct,
    read: 'products.getProduct',
    mark: (side, round) => ({
      purchaseAddresses: [{ shop: 'Tienda', url: `https://tienda.example/${side}-${round}` }],
    }),
    more: { variants: [] },
  }),
  'products.updateProduct': edit('products.updateProduct', {
    ids: someProduct,
    read: 'products.getProduct',
    mark: (side, round) => ({ name: words(side, round) }),
    more: { variants: [] },
  }),
  'stocks.updateStock': edit('stocks.updateStock', {
    ids: oneOfPortal('stocks.listStocks', 'stockId'),
    read: 'stocks.getStock',
    mark: (side, round) => ({ safety: round * 2 + side }),
  }),
  'blanks.updateBlank': edit('blanks.updateBlank', {
    ids: made('blanks.createBlank', blankDraft(), 'blankId'),
    read: 'blanks.getBlank',
    mark: (side, round) => ({ name: named(side, round) }),
    more: { variants: blankDraft().variants },
  }),
  'webhooks.updateEndpoint': editInList('webhooks.updateEndpoint', {
    list: 'webhooks.listEndpoints',
    create: 'webhooks.createEndpoint',
    draft: {
      ...{ name: 'Contabilidad', url: 'https://hooks.example.org/backline', types: ['order.created'] },
      password: demoPassword,
    },
    idName: 'endpointId',
    rest: { portalId },
    more: { password: demoPassword },
    mark: (side, round) => ({ name: named(side, round) }),
  }),
  'connectors.updateConnector': editInList('connectors.updateConnector', {
    list: 'connectors.listConnectors',
    create: 'connectors.createConnector',
    draft: { kind: 'shopify', name: 'Tienda', currencyRates: {} },
    idName: 'connectorId',
    rest: { portalId },
    mark: (side, round) => ({ name: named(side, round) }),
  }),
  'connectors.updateOwedFrom': editInList('connectors.updateOwedFrom', {
    list: 'connectors.listConnectors',
    create: 'connectors.createConnector',
    draft: { kind: 'shopify', name: 'Tienda', currencyRates: {} },
    idName: 'connectorId',
    rest: { portalId },
    // As many days as there are rounds: January has thirty-one.
    mark: (side, round) => ({
      owedFrom: new Date(Date.UTC(2020 + side, 0, 1 + round)).toISOString().slice(0, 10),
    }),
  }),
  'app.changeRedirect': editInList('app.changeRedirect', {
    list: 'app.listRedirects',
    create: 'app.createRedirect',
    draft: { path: '/antes', to: '/billing', reason: 'Prueba' },
    idName: 'redirectId',
    mark: (side, round) => ({ reason: named(side, round) }),
  }),
  'app.changeUpdate': editInList('app.changeUpdate', {
    list: 'app.listUpdates',
    create: 'app.createUpdate',
    draft: { title: { es: 'Uno' }, body: { es: 'Uno' }, published: false },
    // It is answered with the moment of its publication, and written as whether it is.
    more: { published: false },
    idName: 'updateId',
    mark: (side, round) => ({ title: words(side, round) }),
  }),
  'communications.updatePost': edit('communications.updatePost', {
    ids: made('communications.createPost', postDraft(), 'postId'),
    read: 'communications.getPost',
    mark: (side, round) => ({ title: words(side, round) }),
  }),
  'communications.publishPost': {
    read: 'communications.getPost',
    fresh: async (send) => {
      const post = must(await send('communications.createPost', postDraft()))
      return { input: { postId: post.id }, version: Number(post.version) }
    },
    mark: (side) => ({ publishAt: `2030-01-0${side + 1}T09:00:00.000Z` }),
  },
  'accounts.updateAccount': edit('accounts.updateAccount', {
    ids: { accountId: accounts.veraCantil.id },
    read: 'accounts.getAccount',
    mark: (side, round) => ({ name: named(side, round) }),
  }),
  'accounts.updateLegalText': edit('accounts.updateLegalText', {
    ids: { portalId },
    read: 'accounts.getLegalText',
    mark: (side, round) => ({ notice: words(side, round) }),
  }),
  'portals.updatePortal': edit('portals.updatePortal', {
    ids: { portalId },
    read: 'portals.getPortal',
    mark: (side, round) => ({ name: named(side, round) }),
  }),
  'portals.updateSettings': edit('portals.updateSettings', {
    ids: { portalId },
    read: 'portals.getPortal',
    mark: (side, round) => ({ salesObjectiveCents: 1_800_000 + round * 2 + side }),
  }),
  'appearance.updateAppearance': edit('appearance.updateAppearance', {
    ids: { portalId },
    read: 'appearance.getAppearance',
    mark: (side, round) => ({ tagline: words(side, round) }),
    seen: (body) => body.draft as Fields,
  }),
  'appearance.updateShownProducts': edit('appearance.updateShownProducts', {
    ids: { portalId },
    read: 'appearance.listShownProducts',
    mark: (side) => ({ productIds: [worldId(`product LOBO-CD${side + 1}`)] }),
    seen: ({ items }) => ({
      productIds: (items as Fields[]).filter(({ shown }) => shown).map(({ id }) => id),
    }),
  }),
  'appearance.publishAppearance': {
    read: 'appearance.getAppearance',
    fresh: (send) => drafted(send),
    // The draft is the same one after it was published: its version stays, and nothing is left to publish.
    refused: 409,
  },
  'appearance.restoreAppearance': {
    read: 'appearance.getAppearance',
    fresh: async (send) => {
      const { version } = await drafted(send)
      const published = must(await send('appearance.publishAppearance', { portalId }, version))
      const [first] = published.versions as Fields[]
      return { input: { portalId, versionId: first?.id }, version: Number(published.version) }
    },
  },
  'team.updateMember': edit('team.updateMember', {
    ids: { portalId: portals.claraVentisca.id, memberId: people.marketing.id },
    read: 'team.getMember',
    mark: (side) => ({ grants: [side === 0 ? 'stocks.managestocks' : 'portal.editconfiguration'] }),
  }),
  'staff.updateStaff': edit('staff.updateStaff', {
    ids: { staffId: people.analyst.id },
    read: 'staff.getStaff',
    mark: (side, round) => ({ name: named(side, round) }),
  }),
  'contacts.updateContact': edit('contacts.updateContact', {
    ids: made('contacts.createContact', { name: 'Alguien' }, 'contactId'),
    read: 'contacts.getContact',
    mark: (side, round) => ({ name: named(side, round) }),
  }),
  ...billingRacers,
}

let drafts = 0

async function drafted(send: Send) {
  const { draft, version } = must(await send('appearance.getAppearance', { portalId })) as {
    draft: Fields
    version: number
  }
  const saved = must(
    await send(
      'appearance.updateAppearance',
      { portalId, ...draft, tagline: { es: `Ronda ${drafts++}` } },
      version,
    ),
  )
  return { input: { portalId }, version: Number(saved.version) }
}

function blankDraft() {
  const variant = { size: 'M', colour: 'Negro', costCents: 500, supply: 'inStock' }
  return { name: 'Camiseta', type: 'Ropa', supplier: 'Taller', reference: 'T-1', variants: [variant] }
}

function postDraft() {
  return {
    ...{ title: { es: 'Aviso' }, description: { es: 'Aviso' }, body: { es: 'Texto' }, kind: 'info' },
    audience: { portalTypes: [], portals: [], roles: [] },
    channels: ['inApp'],
  }
}
