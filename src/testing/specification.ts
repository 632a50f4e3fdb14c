/**
 * Every call and page of the specification (§2, §7), written down from it. `built` only ever turns from false to true:
 * a call that is declared but not marked fails the test as much as one that is marked but missing.
 */

export interface SpecifiedCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  built: boolean
}

const call = (built: boolean, methods: string, path: string): SpecifiedCall[] =>
  methods.split(' ').map((method) => ({ method: method as SpecifiedCall['method'], path, built }))
const built = (methods: string, path: string) => call(true, methods, path)
/** Analytics calls take an optional portal id as last segment. */
const both = (make: typeof built, name: string) => [
  ...make('GET', `/analytics/${name}`),
  ...make('GET', `/analytics/${name}/{portalId}`),
]

export const specifiedCalls: SpecifiedCall[] = [
  ...built('GET POST DELETE', '/session'),
  ...built('PUT', '/session/portal'),
  ...built('GET', '/portals'),
  ...built('GET', '/portal/{portalId}'),
  ...built('POST DELETE', '/portal/{portalId}'),
  ...built('POST', '/portal'),
  ...built('POST', '/portal/check'),
  ...built('GET', '/portal/{portalId}/users'),
  ...built('GET PUT', '/portal/{portalId}/appearance'),
  ...built('GET POST', '/portal/{portalId}/featured'),
  ...built('GET PUT', '/portal/{portalId}/featured/{featuredId}'),
  ...built('DELETE', '/portal/featured/{featuredId}'),
  ...built('GET PUT', '/portal/{portalId}/links'),
  ...built('GET PUT', '/portal/{portalId}/link/{linkId}'),
  ...built('POST', '/portal/{portalId}/link'),
  ...built('DELETE', '/portal/link/{linkId}'),
  ...built('GET', '/portal/link/preview'),
  ...built('GET', '/portal/{portalId}/events'),
  ...built('GET PUT DELETE', '/portal/{portalId}/event/{eventId}'),
  ...built('POST', '/portal/{portalId}/event'),
  ...built('GET', '/portal/{portalId}/team'),
  ...built('GET DELETE', '/portal/{portalId}/team/{memberId}'),
  ...built('POST', '/portals/team'),
  ...built('POST', '/portal/{portalId}/team/check'),
  ...built('GET', '/portal/{portalId}/alerts'),
  ...built('GET', '/portal/{portalId}/stocks'),
  ...built('PUT', '/portal/{portalId}/settings'),
  ...built('PUT', '/portal/{portalId}/products'),
  ...built('GET', '/portalDesigns'),
  ...built('GET', '/portalTypographies'),
  ...built('GET', '/portal/{portalId}/search'),
  ...both(built, 'highlights'),
  ...both(built, 'portalSalesInfo'),
  ...both(built, 'portalVisitsInfo'),
  ...built('GET', '/analytics/staffAlbumsInfo'),
  ...built('GET', '/analytics/staffSalesInfo'),
  ...built('GET', '/analytics/staffVisitsInfo'),
  ...both(built, 'albumsSoldDetailInfo'),
  ...both(built, 'netSalesDetailInfo'),
  ...both(built, 'salesByProductDetailInfo'),
  ...both(built, 'incomeDetailInfo'),
  ...both(built, 'visitsDetailInfo'),
  ...both(built, 'trafficDetailInfo'),
  ...both(built, 'ordersSoldDetailInfo'),
  ...both(built, 'salesByPortalDetailInfo'),
  ...both(built, 'salesByLocationDetailInfo'),
  ...built('GET', '/app/updates'),
  ...built('PUT', '/app/updateStatus'),
  ...built('GET', '/app/redirect'),
  ...built('GET', '/app/build'),
  ...built('POST', '/collect'),
]

export interface SpecifiedPage {
  path: string
  /** False: the route answers with a page that says plainly that it is being built. */
  built: boolean
}

const page = (path: string): SpecifiedPage => ({ path, built: true })

export const specifiedPages: SpecifiedPage[] = [
  page('/'),
  page('/login'),
  page('/update-password'),
  page('/activate-account'),
  page('/account'),
  page('/team'),
  page('/team/{id}'),
  page('/users'),
  page('/users/{id}'),
  page('/staffs'),
  page('/staffs/{id}'),
  page('/billing'),
  page('/billing/{id}'),
  page('/events'),
  page('/stocks'),
  page('/portals'),
  page('/portals/{id}'),
  page('/portals/{id}/team/{memberId}'),
  page('/products'),
  page('/dashboard'),
  page('/dashboard/links'),
  page('/dashboard/links/new'),
  page('/dashboard/links/{id}'),
  page('/dashboard/events'),
  page('/dashboard/events/new'),
  page('/dashboard/events/{id}'),
  page('/dashboard/featured'),
  page('/dashboard/featured/new'),
  page('/dashboard/featured/{id}'),
  page('/dashboard/appearance'),
  page('/communications'),
  page('/communications/notifications'),
  page('/analytics'),
  ...[
    'net-sales',
    'albums-sold',
    'orders-sold',
    'income-detail',
    'visits-detail',
    'traffic-detail',
    'sales-by-portal',
    'sales-by-product',
    'sales-by-location',
  ].map((name) => page(`/analytics/${name}`)),
  page('/manufacturing'),
  page('/comunity'),
]
