export { type OrderDoubt, orderDoubt } from "./order-doubt.ts";
