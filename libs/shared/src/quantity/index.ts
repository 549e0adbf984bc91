export { add, compare, decimal, divide, formatDecimal, multiply, parseDecimal, type Rational, rational, roundDecimal, subtract, sum, ZERO } from "./rational.ts";
