import { drawn } from './drawn.tsx'

export const MinusIcon = /* @__PURE__ */ drawn('M3.5 8h9')
