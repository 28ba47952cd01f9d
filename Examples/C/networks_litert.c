/* Finds the hands of a picture with networks that LiteRT runs, with LiteRT's headers in the folder LITERT:
 *
 *     unzip hand_landmarker.task
 *     cc networks_litert.c -I LITERT $(pkg-config --cflags --libs tegata) -lLiteRt -o networks_litert
 *     ./networks_litert photo.jpg
 */
#include <litert/c/litert_compiled_model.h>
#include <litert/c/litert_environment.h>
#include <litert/c/litert_model.h>
#include <litert/c/litert_options.h>
#include <litert/c/litert_tensor_buffer.h>
#include <stdio.h>
#include <string.h>
#include <tegata.h>

static LiteRtEnvironment environment;
static LiteRtCompiledModel models[2];
static LiteRtTensorBuffer buffers[2][5]; /* the input, then the outputs */

/* Copies a tensor into its buffer, which is created first, or out of it. */
static int copy(const tegata_tensor *tensor, LiteRtTensorBuffer *buffer, LiteRtTensorBufferLockMode mode) {
    LiteRtRankedTensorType type = {kLiteRtElementTypeFloat32, {.rank = (unsigned)tensor->dimension_count}};
    const int writes = mode == kLiteRtTensorBufferLockModeWrite;
    void *memory;
    memcpy(type.layout.dimensions, tensor->shape, sizeof tensor->shape);
    if (!*buffer && LiteRtCreateManagedTensorBuffer(
                        environment, kLiteRtTensorBufferTypeHostMemory, &type, tensor->byte_count, buffer))
        return 1;
    if (LiteRtLockTensorBuffer(*buffer, &memory, mode)) return 1;
    memcpy(writes ? memory : tensor->data, writes ? tensor->data : memory, tensor->byte_count);
    return LiteRtUnlockTensorBuffer(*buffer) != kLiteRtStatusOk;
}

static int32_t run(void *context, tegata_network_call *call) {
    LiteRtTensorBuffer *own = buffers[call->network];
    int index, failed = copy(&call->input, own, kLiteRtTensorBufferLockModeWrite);
    for (index = 0; !failed && index < call->output_count && !own[1 + index]; ++index)
        failed = copy(&call->outputs[index], &own[1 + index], kLiteRtTensorBufferLockModeWrite);
    failed = failed || LiteRtRunCompiledModel(models[call->network], 0, 1, own, (size_t)call->output_count, own + 1);
    for (index = 0; !failed && index < call->output_count; ++index)
        failed = copy(&call->outputs[index], &own[1 + index], kLiteRtTensorBufferLockModeRead);
    call->message = failed ? "LiteRT cannot run this network" : context;
    return failed;
}

int main(int count, char **arguments) {
    const char *const files[] = {"hand_detector.tflite", "hand_landmarks_detector.tflite"};
    const tegata_networks networks = {.run = run};
    tegata_options options;
    tegata_tracker *tracker;
    tegata_image *image;
    tegata_result *result;
    LiteRtOptions choices;
    LiteRtModel model;
    int failed = count != 2 || LiteRtCreateEnvironment(0, NULL, &environment) || LiteRtCreateOptions(&choices) ||
                 LiteRtSetOptionsHardwareAccelerators(choices, kLiteRtHwAcceleratorCpu);
    for (int index = 0; !failed && index < 2; ++index)
        failed = LiteRtCreateModelFromFile(environment, files[index], &model) ||
                 LiteRtCreateCompiledModel(environment, model, choices, &models[index]);
    tegata_options_init(&options, sizeof options);
    options.networks = &networks;
    if (failed || tegata_tracker_create(&options, &tracker, NULL) || tegata_image_read(arguments[1], &image, NULL) ||
        tegata_tracker_detect(tracker, image, NULL, &result, NULL))
        return 1;
    for (size_t hand = 0; hand < result->hand_count; ++hand)
        printf("%.7f %.7f\n", result->hands[hand].landmarks[8].x, result->hands[hand].landmarks[8].y);
    return 0;
}
