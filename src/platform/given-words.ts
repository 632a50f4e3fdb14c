import type { Locale } from './constants.ts'
import type { Role } from './permissions.ts'
import { soleArea } from './sole-area.ts'
import { words } from './words.ts'

/** What somebody was given, as `ui/given-word.ts` tells it on screen, for files: «Editor», «Solo eventos». */
export function givenWords(
  { role, grants, denies }: { role: string; grants: readonly string[]; denies: readonly string[] },
  locale: Locale,
): string {
  const name = words(`roles.name.${role}`, locale)
  const count = grants.length + denies.length
  if (count === 0) return name
  const sole = soleArea(role as Role, grants, denies)
  if (sole)
    return words('roles.given.only', locale, {
      area: words(`roles.group.${sole}`, locale).toLocaleLowerCase(locale),
    })
  return count === 1
    ? words('roles.given.changedOne', locale, { role: name })
    : words('roles.given.changed', locale, { role: name, count })
}
