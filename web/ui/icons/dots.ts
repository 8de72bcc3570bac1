import { drawn } from './drawn.tsx'

export const DotsIcon = /* @__PURE__ */ drawn('M3.5 8h.01M8 8h.01M12.5 8h.01', 2)
