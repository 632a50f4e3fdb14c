/** Why something is refused, by its code, or by its fields where it names them. */
export const why = (run: Promise<unknown>): Promise<string | string[]> =>
  run.then(
    () => 'done',
    ({ code, fields }: { code: string; fields?: Record<string, { code: string }> }) =>
      fields ? Object.entries(fields).map(([name, fault]) => `${name} ${fault.code}`) : code,
  )
