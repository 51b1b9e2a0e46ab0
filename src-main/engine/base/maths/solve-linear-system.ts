/**
 * Solves a linear system of as many equations as `side` is long, with a positive definite matrix in row-major order
 * (Cholesky). O(n³).
 */
export function solveLinearSystem(matrix: Float64Array, side: Float64Array): Float64Array {
  const n = side.length;
  const root = new Float64Array(n * n);
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let sum = matrix[n * i + j]!;
      for (let k = 0; k < j; k++) sum -= root[n * i + k]! * root[n * j + k]!;
      root[n * i + j] = i === j ? Math.sqrt(sum) : sum / root[(n + 1) * j]!;
    }
  }
  const solution = side.slice();
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < i; k++) solution[i]! -= root[n * i + k]! * solution[k]!;
    solution[i]! /= root[(n + 1) * i]!;
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) solution[i]! -= root[n * k + i]! * solution[k]!;
    solution[i]! /= root[(n + 1) * i]!;
  }
  return solution;
}
