/** Joins class names, leaving out what is false or missing. Each CSS property is written once: of two classes the sheet's order decides, not this one. */
export const cx = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
