/**
 * Every call and page of the specification (§2, §7), written down from it. All of them are built: one that is missing, or
 * that is lost from these lists, fails the test.
 */

export interface SpecifiedCall {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
}

const calls = (methods: string, path: string): SpecifiedCall[] =>
  methods.split(' ').map((method) => ({ method: method as SpecifiedCall['method'], path }))
/** Analytics calls take an optional portal id as last segment. */
const both = (name: string) => [
  ...calls('GET', `/analytics/${name}`),
  ...calls('GET', `/analytics/${name}/{portalId}`),
]

export const specifiedCalls: SpecifiedCall[] = [
  ...calls('GET POST DELETE', '/session'),
  ...calls('PUT', '/session/portal'),
  ...calls('GET', '/portals'),
  ...calls('GET', '/portal/{portalId}'),
  ...calls('POST DELETE', '/portal/{portalId}'),
  ...calls('POST', '/portal'),
  ...calls('POST', '/portal/check'),
  ...calls('GET', '/portal/{portalId}/users'),
  ...calls('GET PUT', '/portal/{portalId}/appearance'),
  ...calls('GET POST', '/portal/{portalId}/featured'),
  ...calls('GET PUT', '/portal/{portalId}/featured/{featuredId}'),
  ...calls('DELETE', '/portal/featured/{featuredId}'),
  ...calls('GET PUT', '/portal/{portalId}/links'),
  ...calls('GET PUT', '/portal/{portalId}/link/{linkId}'),
  ...calls('POST', '/portal/{portalId}/link'),
  ...calls('DELETE', '/portal/link/{linkId}'),
  ...calls('GET', '/portal/link/preview'),
  ...calls('GET', '/portal/{portalId}/events'),
  ...calls('GET PUT DELETE', '/portal/{portalId}/event/{eventId}'),
  ...calls('POST', '/portal/{portalId}/event'),
  ...calls('GET', '/portal/{portalId}/team'),
  ...calls('GET DELETE', '/portal/{portalId}/team/{memberId}'),
  ...calls('POST', '/portals/team'),
  ...calls('POST', '/portal/{portalId}/team/check'),
  ...calls('GET', '/portal/{portalId}/alerts'),
  ...calls('GET', '/portal/{portalId}/stocks'),
  ...calls('PUT', '/portal/{portalId}/settings'),
  ...calls('PUT', '/portal/{portalId}/products'),
  ...calls('GET', '/portalDesigns'),
  ...calls('GET', '/portalTypographies'),
  ...calls('GET', '/portal/{portalId}/search'),
  ...both('highlights'),
  ...both('portalSalesInfo'),
  ...both('portalVisitsInfo'),
  ...calls('GET', '/analytics/staffAlbumsInfo'),
  ...calls('GET', '/analytics/staffSalesInfo'),
  ...calls('GET', '/analytics/staffVisitsInfo'),
  ...both('albumsSoldDetailInfo'),
  ...both('netSalesDetailInfo'),
  ...both('salesByProductDetailInfo'),
  ...both('incomeDetailInfo'),
  ...both('visitsDetailInfo'),
  ...both('trafficDetailInfo'),
  ...both('ordersSoldDetailInfo'),
  ...both('salesByPortalDetailInfo'),
  ...both('salesByLocationDetailInfo'),
  ...calls('GET', '/app/updates'),
  ...calls('PUT', '/app/updateStatus'),
  ...calls('GET', '/app/redirect'),
  ...calls('GET', '/app/build'),
  ...calls('POST', '/collect'),
]

export const specifiedPages = [
  '/',
  '/login',
  '/update-password',
  '/activate-account',
  '/account',
  '/team',
  '/team/{id}',
  '/users',
  '/users/{id}',
  '/staffs',
  '/staffs/{id}',
  '/billing',
  '/billing/{id}',
  '/events',
  '/stocks',
  '/portals',
  '/portals/{id}',
  '/portals/{id}/team/{memberId}',
  '/products',
  '/dashboard',
  '/dashboard/links',
  '/dashboard/links/new',
  '/dashboard/links/{id}',
  '/dashboard/events',
  '/dashboard/events/new',
  '/dashboard/events/{id}',
  '/dashboard/featured',
  '/dashboard/featured/new',
  '/dashboard/featured/{id}',
  '/dashboard/appearance',
  '/communications',
  '/communications/notifications',
  '/analytics',
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
  ].map((name) => `/analytics/${name}`),
]

/** Its menus have these disabled: an address, and a page that says plainly that it is being built. */
export const specifiedComingPages = ['/manufacturing', '/comunity']
