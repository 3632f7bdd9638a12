"""A tiny random Llama in llama.cpp's own format, with one token a byte."""

import zlib

import gguf
import numpy

LAYERS, WIDTH, HEADS, FFN, CONTEXT = 2, 64, 4, 128, 256
TOKENS = ["<unk>", "<s>", "</s>", *(f"<0x{byte:02X}>" for byte in range(256))]


def write_gguf(path):
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_context_length(CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYERS)
    writer.add_feed_forward_length(FFN)
    writer.add_head_count(HEADS)
    writer.add_head_count_kv(HEADS)
    writer.add_rope_dimension_count(WIDTH // HEADS)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_tokenizer_model("llama")
    writer.add_token_list(TOKENS)
    writer.add_token_scores([0.0] * len(TOKENS))
    kinds = gguf.TokenType
    special = [kinds.UNKNOWN, kinds.CONTROL, kinds.CONTROL]
    writer.add_token_types(special + [kinds.BYTE] * 256)
    writer.add_bos_token_id(1)
    writer.add_eos_token_id(2)
    for name, shape in tensors():
        writer.add_tensor(name, noise(name, shape))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def tensors():
    yield "token_embd.weight", (len(TOKENS), WIDTH)
    yield "output_norm.weight", (WIDTH,)
    yield "output.weight", (len(TOKENS), WIDTH)
    for i in range(LAYERS):
        for name in ("attn_norm", "ffn_norm"):
            yield f"blk.{i}.{name}.weight", (WIDTH,)
        for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
            yield f"blk.{i}.{name}.weight", (WIDTH, WIDTH)
        for name in ("ffn_gate", "ffn_up"):
            yield f"blk.{i}.{name}.weight", (FFN, WIDTH)
        yield f"blk.{i}.ffn_down.weight", (WIDTH, FFN)


def noise(name, shape):
    if "norm" in name:
        return numpy.ones(shape, numpy.float32)
    draw = numpy.random.default_rng(zlib.crc32(name.encode()))
    return draw.normal(0, shape[-1] ** -0.5, shape).astype(numpy.float32)
