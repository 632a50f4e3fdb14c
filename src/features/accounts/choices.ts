/** Memberships that one account tells at most; who all of them are, each portal's team tells. Browser-safe. */
export const teamMax = 500
