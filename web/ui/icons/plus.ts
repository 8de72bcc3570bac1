import { drawn } from './drawn.tsx'

export const PlusIcon = /* @__PURE__ */ drawn('M8 3v10M3 8h10')
