// One row times a matrix, y[n] = sum over k of x[k] * w[n][k], as fast as memory gives the matrix.
//
// Each weight is used once, so all that counts is to keep memory busy: every core asks for weights
// ahead of those it works on. Nothing here names a processor; the compiler picks the instructions.

#include <ATen/Functions.h>
#include <ATen/Parallel.h>
#include <torch/library.h>

#include <cstring>

namespace {

constexpr int64_t kOutputs = 2;  // rows of the matrix at a time: two streams hide the gaps of one
constexpr int64_t kAhead = 4;    // so many such pairs ahead is memory asked for
constexpr int64_t kWidth = 32;   // numbers at a time: enough sums to hide the latency of an addition
constexpr int64_t kLine = 64;    // bytes that come from memory at once

float widen(float w) { return w; }
float widen(int8_t w) { return w; }
float widen(at::BFloat16 w) {  // bf16 is the upper half of an fp32 number
  uint32_t bits = uint32_t{w.x} << 16;
  float wide;
  std::memcpy(&wide, &bits, sizeof wide);
  return wide;
}

template <int64_t count, typename W>
void outputs(const float* __restrict x, const W* __restrict w, float* __restrict y, int64_t size) {
  float sum[count][kWidth] = {};  // in registers: their number is known when this is compiled
  for (int64_t k = 0; k < size; k += kWidth) {
    for (int64_t n = 0; n < count; n++) {
      const W* row = w + n * size + k;
      const char* ahead = reinterpret_cast<const char*>(row + kAhead * count * size);
      for (int64_t at = 0; at < int64_t(kWidth * sizeof(W)); at += kLine)
        __builtin_prefetch(ahead + at);
#pragma omp simd
      for (int64_t i = 0; i < kWidth; i++) sum[n][i] += x[k + i] * widen(row[i]);
    }
  }
  for (int64_t n = 0; n < count; n++) {
    float total = 0;
#pragma omp simd reduction(+ : total)
    for (int64_t i = 0; i < kWidth; i++) total += sum[n][i];
    y[n] = total;
  }
}

template <typename W>
void product(const at::Tensor& x, const at::Tensor& w, at::Tensor& y) {
  const int64_t rows = w.size(0), size = w.size(1);
  const float* from = x.const_data_ptr<float>();
  const W* weights = w.const_data_ptr<W>();
  float* to = y.mutable_data_ptr<float>();
  at::parallel_for(0, rows / kOutputs, 1, [&](int64_t begin, int64_t end) {
    for (int64_t at = begin * kOutputs; at < end * kOutputs; at += kOutputs)
      outputs<kOutputs>(from, weights + at * size, to + at, size);
  });
  for (int64_t at = rows / kOutputs * kOutputs; at < rows; at++)
    outputs<1>(from, weights + at * size, to + at, size);
}

at::Tensor row_product(const at::Tensor& x, const at::Tensor& w) {
  TORCH_CHECK(x.dim() == 2 && x.size(0) == 1 && w.dim() == 2 && x.size(1) == w.size(1),
              "row_product wants (1, n_in) and (n_out, n_in), not ", x.sizes(), " and ", w.sizes());
  TORCH_CHECK(x.scalar_type() == at::kFloat && x.is_contiguous() && w.is_contiguous(),
              "row_product wants contiguous tensors, and the row in fp32");
  TORCH_CHECK(x.size(1) % kWidth == 0, "row_product wants rows of a multiple of ", kWidth);
  at::Tensor y = at::empty({1, w.size(0)}, x.options());
  if (w.scalar_type() == at::kChar) product<int8_t>(x, w, y);
  else if (w.scalar_type() == at::kBFloat16) product<at::BFloat16>(x, w, y);
  else if (w.scalar_type() == at::kFloat) product<float>(x, w, y);
  else TORCH_CHECK(false, "row_product wants weights in fp32, bf16 or int8, not ", w.dtype());
  return y;
}

}  // namespace

TORCH_LIBRARY(serving, library) { library.def("row_product(Tensor x, Tensor w) -> Tensor"); }
TORCH_LIBRARY_IMPL(serving, CPU, library) { library.impl("row_product", row_product); }
