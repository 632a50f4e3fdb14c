import { m } from '#paraglide/messages.js'
import { can, type PermissionMap, type Role, roleTemplates } from '#platform/permissions.ts'

/** What each permission that a member can hold lets them do. */
export const keyWords: Record<string, () => string> = {
  'analytics.viewanalytics': m['roles.key.analytics_viewanalytics'],
  'events.createoreditevents': m['roles.key.events_createoreditevents'],
  'events.deleteevents': m['roles.key.events_deleteevents'],
  'events.viewevents': m['roles.key.events_viewevents'],
  'billing.viewbillingsummary': m['roles.key.billing_viewbillingsummary'],
  'billing.viewbillinginformation': m['roles.key.billing_viewbillinginformation'],
  'billing.editbillinginformation': m['roles.key.billing_editbillinginformation'],
  'billing.downloadbills': m['roles.key.billing_downloadbills'],
  'billing.viewbills': m['roles.key.billing_viewbills'],
  'billing.managebills': m['roles.key.billing_managebills'],
  'billing.viewadvances': m['roles.key.billing_viewadvances'],
  'billing.manageadvances': m['roles.key.billing_manageadvances'],
  'portal.editappearance': m['roles.key.portal_editappearance'],
  'portal.editconfiguration': m['roles.key.portal_editconfiguration'],
  'portal.editreleases': m['roles.key.portal_editreleases'],
  'portal.editfeatured': m['roles.key.portal_editfeatured'],
  'portal.editevents': m['roles.key.portal_editevents'],
  'portal.editlinks': m['roles.key.portal_editlinks'],
  'portal.viewportals': m['roles.key.portal_viewportals'],
  'portal.manageportals': m['roles.key.portal_manageportals'],
  'team.createoreditteammembers': m['roles.key.team_createoreditteammembers'],
  'team.deleteteammembers': m['roles.key.team_deleteteammembers'],
  'team.viewteammembers': m['roles.key.team_viewteammembers'],
  'stocks.viewstocks': m['roles.key.stocks_viewstocks'],
  'stocks.managestocks': m['roles.key.stocks_managestocks'],
  'comunity.viewcomunity': m['roles.key.comunity_viewcomunity'],
}

/** Does the reader hold, at each of these portals, everything that the role holds? The API asks the same again. */
export const mayGiveRole = (role: Role, held: readonly PermissionMap[]) =>
  held.every((permissions) => roleTemplates[role].every((key) => can(permissions, key)))

/** What a role is for, in one line. */
export const roleAbouts: Record<Role, () => string> = {
  Owner: m['roles.about.Owner'],
  'Label Manager': m['roles.about.Label Manager'],
  Editor: m['roles.about.Editor'],
  Marketing: m['roles.about.Marketing'],
  Operations: m['roles.about.Operations'],
  Tech: m['roles.about.Tech'],
  Lector: m['roles.about.Lector'],
}
