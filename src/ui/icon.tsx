interface IconProps {
  /** An mdi path, from `@mdi/js`. */
  path: string
  /** Pixels where letters are of the usual size, with which it grows: 18 in menus, 17 in buttons, 16 inline, 15 in chips. */
  size?: number
  /** Only when the icon says something that no text beside it says. */
  label?: string
  className?: string | undefined
}

/** One icon of the mdi set; silent for screen readers unless it has a label. */
export function Icon({ path, size = 18, label, className }: IconProps) {
  return (
    <svg
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      viewBox="0 0 24 24"
      fill="currentColor"
      className={className}
      style={{ flex: 'none', display: 'block' }}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
    >
      <path d={path} />
    </svg>
  )
}
