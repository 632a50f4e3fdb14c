/** An entry of a menu: leads to `href`, or does something. */
export interface MenuAct {
  label: string
  /** Of its icon. */
  path: string
  /** It takes something away: stands last, behind a line. */
  danger?: boolean
  href?: string
  onClick?: () => unknown
}
