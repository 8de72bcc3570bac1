import { drawn } from './drawn.tsx'

export const LetterIcon = /* @__PURE__ */ drawn('M3 4V3h10v1M8 3v10M6 13h4')
