import { index, layout, rootRoute, route } from '@tanstack/virtual-file-routes'

/** Every page address → its file. Addresses are Spanish ones; the English twin lives under /en. */
export const routes = rootRoute('root.tsx', [
  index('features/home/pages/home-page.tsx'),
  layout('public', 'features/account/pages/public-frame.tsx', [
    route('/login', 'features/account/pages/login-page.tsx'),
    route('/activate-account', 'features/account/pages/activate-account-page.tsx'),
    route('/update-password', 'features/account/pages/update-password-page.tsx'),
  ]),
  layout('app', 'features/home/pages/app-frame.tsx', [
    route('/account', 'features/account/pages/account-page.tsx'),
    route('/analytics', 'features/analytics/pages/overview-page.tsx'),
    route('/portals', 'features/portals/pages/portals-page.tsx'),
    route('/portals/$portalId', 'features/portals/pages/portal-page.tsx'),
    route('/dashboard', 'features/home/pages/dashboard-page.tsx'),
    route('/dashboard/links', 'features/links/pages/links-page.tsx'),
    route('/dashboard/events', 'features/events/pages/events-page.tsx'),
    route('/dashboard/events/$eventId', 'features/events/pages/event-page.tsx'),
    route('/events', 'features/events/pages/all-events-page.tsx'),
    route('/dashboard/featured', 'features/featured/pages/featured-items-page.tsx'),
    route('/dashboard/featured/$featuredId', 'features/featured/pages/featured-page.tsx'),
    route('/dashboard/releases', 'features/releases/pages/releases-page.tsx'),
    route('/dashboard/releases/$releaseId', 'features/releases/pages/release-page.tsx'),
    route('/dashboard/appearance', 'features/appearance/pages/appearance-page.tsx'),
    route('/dashboard/links/$linkId', 'features/links/pages/link-page.tsx'),
    route('/portals/$portalId/team/$memberId', 'features/team/pages/portal-member-page.tsx'),
    route('/team', 'features/team/pages/team-page.tsx'),
    route('/team/$memberId', 'features/team/pages/member-page.tsx'),
    route('/$', 'features/home/pages/coming-page.tsx'),
  ]),
])
