/** Columns of a list that its address names; which of them it has, the list itself knows. */
export interface PickedSearch {
  columns?: string
}

/** What an address says of columns, as far as it can be names of them. */
export function readPicked({ columns }: Record<string, unknown>): PickedSearch {
  const said = typeof columns === 'string' ? columns : ''
  return /^[a-zA-Z]+(,[a-zA-Z]+)*$/.test(said) && said.length <= 200 ? { columns: said } : {}
}

/** What is asked of the server: the columns are the page's own matter. */
export const withoutPicked = <S extends PickedSearch>({ columns: _, ...search }: S): Omit<S, 'columns'> =>
  search
