import {
  mdiAccountBoxOutline,
  mdiAccountGroupOutline,
  mdiAccountTieOutline,
  mdiCalendarBlankOutline,
  mdiChartLineVariant,
  mdiEmailOutline,
  mdiFactory,
  mdiForumOutline,
  mdiPackageVariantClosed,
  mdiReceiptTextOutline,
  mdiStorefrontOutline,
  mdiTshirtCrewOutline,
  mdiViewDashboardOutline,
} from '@mdi/js'

const icons: Record<string, string> = {
  'account-box-outline': mdiAccountBoxOutline,
  'account-group-outline': mdiAccountGroupOutline,
  'account-tie-outline': mdiAccountTieOutline,
  'calendar-blank-outline': mdiCalendarBlankOutline,
  'chart-line-variant': mdiChartLineVariant,
  'email-outline': mdiEmailOutline,
  factory: mdiFactory,
  'forum-outline': mdiForumOutline,
  'package-variant-closed': mdiPackageVariantClosed,
  'receipt-text-outline': mdiReceiptTextOutline,
  'storefront-outline': mdiStorefrontOutline,
  'tshirt-crew-outline': mdiTshirtCrewOutline,
  'view-dashboard-outline': mdiViewDashboardOutline,
}

/** Path of the icon that a menu entry names. */
export const menuIcon = (name: string): string => icons[name] ?? mdiViewDashboardOutline
