/**
 * Joins class names and skips false values. Set each CSS property once: of two classes for it, the order in the style sheet wins, not this
 * one.
 */
export const cx = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ')
