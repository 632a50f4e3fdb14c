import { keyWords } from '#features/team/pages/role-words.ts'
import { m } from '#paraglide/messages.js'
import type { PermissionGroup } from '#platform/permissions.ts'
import { groupNames } from '#ui/given-word.ts'
import type { StaffState } from '../choices.ts'

/** What each permission lets staff do: those of members, and those that only staff can hold. */
export const staffKeyWords: Record<string, () => string> = {
  ...keyWords,
  'staff.viewstaff': m['staff.key.staff_viewstaff'],
  'staff.managestaff': m['staff.key.staff_managestaff'],
  'contacts.viewcontacts': m['staff.key.contacts_viewcontacts'],
  'contacts.managecontacts': m['staff.key.contacts_managecontacts'],
  'products.viewproducts': m['staff.key.products_viewproducts'],
  'products.viewblanks': m['staff.key.products_viewblanks'],
  'products.manageproducts': m['staff.key.products_manageproducts'],
  'products.manageblanks': m['staff.key.products_manageblanks'],
  'communications.viewcommunications': m['staff.key.communications_viewcommunications'],
  'communications.managecommunications': m['staff.key.communications_managecommunications'],
  'manufacturing.viewmanufacturing': m['staff.key.manufacturing_viewmanufacturing'],
}

const staffGroups: Record<string, () => string> = {
  staff: m['staff.group.staff'],
  contacts: m['staff.group.contacts'],
  products: m['staff.group.products'],
  communications: m['staff.group.communications'],
  manufacturing: m['staff.group.manufacturing'],
  portal: m['staff.group.portal'],
}

export const staffGroupName = (group: PermissionGroup) => (staffGroups[group] ?? groupNames[group])?.() ?? ''

export const stateWord = (state: StaffState) =>
  ({
    active: m['staff.state.active'],
    invited: m['staff.state.invited'],
    suspended: m['staff.state.suspended'],
  })[state]()

export const stateMark = (state: StaffState) =>
  (({ active: 'live', invited: 'review', suspended: 'paused' }) as const)[state]
