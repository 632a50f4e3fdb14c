import classes from './menu.module.css'

const { dropdown, item, itemSection, label, divider } = classes

/** How every menu looks: `<Menu classNames={menuClasses}>`. */
export const menuClasses = { dropdown, item, itemSection, label, divider } as Record<string, string>
